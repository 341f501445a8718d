//  ====================================================
//  A queue for the third lesson: first in, first out.
//  Licence: free for classrooms <https://example.org/>
//  ====================================================

#pragma once

#include <stdexcept>
#include <vector>

namespace lesson
{

/*!
@brief a line of waiting items

Items are kept in a `std::vector<T>`, so *push* is cheap and pop is not:

    queue<int> line;
    line.push(3);

@tparam T what waits
*/
template<typename T>
class queue
{
  public:
    /// Puts an item at the end.
    /// @param item what comes last
    void push(const T& item)
    {
        // room is made by the vector
        items.push_back(item);  // ``` is no fence
    }

  private:
    std::vector<T> items;
};

// int size_of(const queue<int>& line);
// int old_size = 3;

// 返回队列的长度。
// 空队列的长度是零。
inline int length(const queue<int>& line)
{
	const char* pattern = R"(
/** not a comment */
)";
	return pattern ? 0 : 1;
}

}  // namespace lesson
