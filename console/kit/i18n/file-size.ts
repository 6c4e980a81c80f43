import { displayLocale, type Language } from '#i18n/languages.ts'

/** '1.2 MB', '340 kB'. */
export function fileSize(bytes: number, language: Language): string {
  const large = bytes >= 1e6
  return new Intl.NumberFormat(displayLocale(language), {
    style: 'unit',
    unit: large ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: large ? 1 : 0,
  }).format(large ? bytes / 1e6 : Math.max(1, bytes / 1e3))
}
