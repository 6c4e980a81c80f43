import { describe, expect, it } from 'vitest'
import arabic from './ar/calendar.json' with { type: 'json' }
import { paymentsWords, rhythmWords, ruleWords, spanWords, type RepeatingRule } from './calendar-words.ts'
import english from './en/calendar.json' with { type: 'json' }

const inEnglish = { language: 'en', texts: english } as const
const inArabic = { language: 'ar', texts: arabic as unknown as typeof english } as const
const monthly: RepeatingRule = {
  frequency: 1,
  period: 'M',
  time_zone: 'Asia/Singapore',
  time: '12:00',
  weekday: null,
  month: null,
  day: 31,
  or_last_day: true,
}
const rule = (changed: Partial<RepeatingRule>) => ruleWords({ ...monthly, ...changed }, inEnglish)

describe('a rule in words', () => {
  it('says which day it is, and what shorter months do', () => {
    expect(rule({})).toBe(
      'every month on the 31st, or the last day of shorter months, at 12:00, Singapore Standard Time',
    )
    expect(rule({ day: 22, or_last_day: false, time_zone: 'America/New_York' })).toBe(
      'every month on the 22nd at 12:00, Eastern Time',
    )
    expect([1, 2, 3, 4, 11, 12, 13, 21, 23, 30].map((day) => /the (\w+)/.exec(rule({ day }))?.[1])).toEqual(
      ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '23rd', '30th'],
    ) // prettier-ignore
  })

  it('says the weekday of weeks, the date of years, and of hours the rhythm alone', () => {
    const none = { day: null, or_last_day: false }
    expect(rule({ ...none, period: 'W', frequency: 2, weekday: 1 })).toMatch(/^every 2 weeks on Monday at 12:00, /)
    expect(rule({ ...none, period: 'W', weekday: 7 })).toMatch(/^every week on Sunday at 12:00, /)
    expect(rule({ period: 'Y', month: 2, day: 29 })).toMatch(
      /^every year on 29 February, or the last day of that month when it’s shorter, at 12:00, /,
    )
    expect(rule({ period: 'Q', frequency: 4, month: 11, day: 30, or_last_day: false })).toMatch(
      /^every 4 quarters on 30 November at 12:00, /,
    )
    expect(rule({ ...none, period: 'D' })).toBe('every day at 12:00, Singapore Standard Time')
    expect(rule({ ...none, period: 'H', frequency: 6, time: null })).toBe('every 6 hours')
  })

  it('counts in the forms of the language', () => {
    const arabicOf = (frequency: number) => rhythmWords({ frequency, period: 'M' }, inArabic)
    expect([1, 2, 3, 11].map(arabicOf)).toEqual(['كل شهر', 'كل شهرين', 'كل 3 أشهر', 'كل 11 شهرًا'])
    expect([1, 2, 12].map((count) => paymentsWords(count, inArabic))).toEqual(['دفعة واحدة', 'دفعتين', '12 دفعة'])
    expect([1, 12].map((count) => paymentsWords(count, inEnglish))).toEqual(['1 payment', '12 payments'])
    expect(spanWords({ frequency: 14, period: 'D' }, inEnglish)).toBe('14 days')
    expect(ruleWords(monthly, inArabic)).toBe(
      'كل شهر في اليوم 31، أو في آخر يوم من الأشهر الأقصر، الساعة 12:00، توقيت سنغافورة',
    )
  })
})
