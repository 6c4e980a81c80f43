/**
 * Prefixes an apostrophe to a text that a spreadsheet might evaluate as a formula, by the list of OWASP: = + - @, tab
 * and line ends, their full-width forms, also after blanks, quotes and separators that an import would remove.
 */
export const neutral = (value: string): string => (runnable.test(value) ? `'${value}` : value)
const runnable = /^(?:[\t\r\n]|[\s\p{C}"'`´‘’“”«»;,|]*[=+\-@＝＋－＠﹢﹣﹦﹫−])/u
