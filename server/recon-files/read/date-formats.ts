/** The formats without a code of their own that show dates or times of day; those of East Asia are among them. */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)

/** Whether a format of a workbook shows a number as a date or a time of day; lengths of time, `[h]:mm`, are numbers. */
export function showsDate(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn(id)
  const [positive = ''] = code.split(';')
  const bare = positive.replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return false
  const letters = bare.replaceAll(/\[[^\]]*\]/g, '')
  return /[ymdhs]/i.test(letters) && !/general|[#?]|0(?!\.?0*$)[^.]*[#0]{2}/i.test(letters)
}
