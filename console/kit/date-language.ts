import { useEffect, useState } from 'react'
import { useLanguage } from './words.ts'

type DayOfWeek = 0 | 1 | 2 | 3 | 4 | 5 | 6
const locales: Record<string, () => Promise<unknown>> = {
  ar: () => import('dayjs/locale/ar.js'),
}

/** The language of a calendar and the day its week begins with; English until the language's words are there. */
export function useDateLanguage(): { locale: string; firstDayOfWeek: DayOfWeek } {
  const language = useLanguage()
  const [locale, setLocale] = useState('en')
  useEffect(() => {
    let current = true
    const load = locales[language]
    if (!load) setLocale('en')
    else void load().then(() => current && setLocale(language))
    return () => {
      current = false
    }
  }, [language])
  return { locale, firstDayOfWeek: language === 'ar' ? 6 : 1 }
}
