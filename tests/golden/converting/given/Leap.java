/*
 * Leap years, for the lesson on conditions.
 */
package lessons;

/**
 * Tells leap years from others.
 *
 * <p>Use {@link #isLeap(int)}, as in {@code Leap.isLeap(2024)}.
 *
 * @author the class
 */
public final class Leap {

    /**
     * Whether a year is a leap year.
     *
     * @param year a year of the Gregorian calendar
     * @return <b>true</b> if it has 366 days
     */
    public static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }
}
