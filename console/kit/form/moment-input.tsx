import { TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { momentOf } from '#contract/kit/text-forms.ts'
import { aheadOf, localText } from '#contract/kit/zoned-day.ts'

interface MomentInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A timestamp in UTC; empty for none. */
  value?: string
  onChange?: (utc: string) => void
  timeZone: string
}

/** The input of a moment in a time zone; its value is in UTC. */
export function MomentInput({ value = '', onChange, timeZone, ...input }: MomentInputProps): ReactNode {
  return (
    <TextInput
      {...input}
      type="datetime-local"
      value={inZone(value, timeZone)}
      onChange={(event) => onChange?.(inUtc(event.currentTarget.value, timeZone))}
    />
  )
}

/** `YYYY-MM-DDTHH:mm` in a zone of a moment in UTC, and back; empty for none. */
export const inZone = (utc: string, zone: string): string =>
  utc === '' ? '' : localText(momentOf(utc), zone).slice(0, 16)
export function inUtc(local: string, zone: string): string {
  // An empty text is no moment, though browsers read one in what stands behind it.
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN
  if (Number.isNaN(wall)) return ''
  const guess = wall - aheadOf(new Date(wall), zone)
  // The offset at the moment itself, where clocks change in between.
  const moment = wall - aheadOf(new Date(guess), zone)
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ')
}
