/** The formats without a code of their own that show dates or times of day; those of East Asia are among them. */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)

const builtInTime = (id: number) =>
  (id >= 18 && id <= 22) || (id >= 32 && id <= 35) || id === 45 || id === 47 || id === 55 || id === 56

/** What a format of a workbook shows a number as: a day, or a time of day with a day or without. */
export type Shows = 'day' | 'time' | 'number'
/** Lengths of time, `[h]:mm`, are numbers. */
export function whatShows(id: number, code: string | undefined): Shows {
  if (code === undefined) return builtInTime(id) ? 'time' : builtIn(id) ? 'day' : 'number'
  const [positive = ''] = code.split(';')
  const bare = positive.replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'number'
  const letters = bare.replaceAll(/\[[^\]]*\]/g, '')
  if (!/[ymdhs]/i.test(letters) || /general|[#?]|0(?!\.?0*$)[^.]*[#0]{2}/i.test(letters)) return 'number'
  return /[hs]/i.test(letters) ? 'time' : 'day'
}
