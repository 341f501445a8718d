% 抛物线：求根与作图
%
% 系数在第一行给出。

a = 1; b = -3; c = 2;

%% Roots
% The formula for a quadratic equation.
d = b^2 - 4*a*c;
x = (-b + [1 -1] * sqrt(d)) / (2*a);   % both of them
fprintf('100%% done: %g %g\n', x);

function y = parabola(x)
% PARABOLA  Value of the parabola at x.
%   y = PARABOLA(x) works for vectors too.
y = x.^2 - 3*x + 2;
end
