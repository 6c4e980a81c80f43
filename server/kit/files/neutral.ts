/**
 * Prefixes an apostrophe to a text that a spreadsheet might evaluate as a formula, by the list of OWASP: = + - @, tab
 * and line ends, their full-width forms, also after blanks, quotes and separators that an import would remove.
 */
export const neutral = (value: string): string => (runnable.test(value) ? `'${value}` : value)
const runnable = /^(?:[\t\r\n]|[\s\p{C}"'`´‘’“”«»;,|]*[=+\-@＝＋－＠﹢﹣﹦﹫−])/u

/**
 * The same at every place of a text where a program would begin another cell that divides by semicolons, as spreadsheets of
 * many countries do, or by tabs, and takes no notice of the quotes of a comma-separated file.
 */
export const neutralThroughout = (value: string): string => neutral(value.replaceAll(anotherCell, "'"))
const anotherCell = /(?<=[;\t\r\n])(?=[\s\p{C}"'`´‘’“”«»,|]*[=+\-@＝＋－＠﹢﹣﹦﹫−])/gu

/** The text that {@link neutral} was given, of one that comes back in a file of ours. */
export const withoutNeutral = (value: string): string =>
  value.startsWith("'") && runnable.test(value.slice(1)) ? value.slice(1) : value
