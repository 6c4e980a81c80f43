import type { CalendarRule, Period } from '#contract/subscription-periods.ts'
import { dateLocale } from '#i18n/languages.ts'
import { rhythmWords, ruleWords, spanWords } from '#i18n/calendar-words.ts'
import { useAreaTexts, useLanguage } from './words.ts'

interface Rhythm {
  frequency: number
  period: Period
}

/** Rhythms and rules in words. A screen that uses it names the area `calendar` in its `lazyScreen`. */
export function useCalendarWords() {
  const language = useLanguage()
  const saying = { language, texts: useAreaTexts('calendar') }
  return {
    /** 'every 2 weeks' */
    rhythm: (rhythm: Rhythm) => rhythmWords(rhythm, saying),
    /** '14 days' */
    span: (rhythm: Rhythm) => spanWords(rhythm, saying),
    /** 'Every month on the 31st, or …' */
    rule: (rule: CalendarRule) => {
      const words = ruleWords(rule, saying)
      return words.charAt(0).toLocaleUpperCase(dateLocale(language)) + words.slice(1)
    },
  }
}
