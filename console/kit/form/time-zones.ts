import { machineLocale } from '#i18n/languages.ts'

/** Zones that browsers still list under an older name. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Godthab': 'America/Nuuk',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
}

export interface TimeZoneChoice {
  value: string
  /** 'Asia/Singapore · UTC+08:00' */
  label: string
}

/** Every time zone with its present offset from UTC, from west to east; `own` is included. */
export function timeZoneChoices(now: Date, own: string): TimeZoneChoice[] {
  const known = Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name)
  return [...new Set([...known, 'UTC', own])]
    .flatMap((value) => {
      const minutes = minutesAhead(value, now)
      return minutes === null ? [] : [{ value, minutes }]
    })
    .toSorted((a, b) => a.minutes - b.minutes || a.value.localeCompare(b.value))
    .map(({ value, minutes }) => ({ value, label: `${value.replaceAll('_', ' ')} · ${offsetText(minutes)}` }))
}

/** 'UTC+05:45' */
export function offsetText(minutes: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${part(Math.floor(size / 60))}:${part(size % 60)}`
}

/** The offset in minutes; null for a zone that the browser does not know. */
export function minutesAhead(timeZone: string, now: Date): number | null {
  try {
    const parts = new Intl.DateTimeFormat(machineLocale, { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  } catch {
    return null
  }
}
