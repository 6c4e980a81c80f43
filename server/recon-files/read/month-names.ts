/** The languages whose months are read; banks and providers write in that of their customer. */
const spoken = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']

/** Short and long names, without points and in lower case. A name that two languages use for two months is of none. */
const months: ReadonlyMap<string, number> = (() => {
  const found = new Map<string, number>([['sept', 9]])
  const shared = new Set<string>()
  for (const language of spoken)
    for (const width of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: width, day: 'numeric', timeZone: 'UTC' })
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 15))
        const name = plain(parts.find(({ type }) => type === 'month')?.value ?? '')
        if ((found.get(name) ?? month) !== month) shared.add(name)
        found.set(name, month)
      }
    }
  for (const name of shared) found.delete(name)
  return found
})()

/** The number of a month by its name or abbreviation; undefined for what is none. */
export const monthOf = (name: string): number | undefined => months.get(plain(name))
function plain(name: string): string {
  return name.replaceAll('.', '').toLowerCase()
}
