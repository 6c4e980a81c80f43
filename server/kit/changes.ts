import type { Changes } from './ctx.ts'

type Facts = Readonly<Record<string, string | boolean | number | Date | null | undefined>>

/** What differs, by field, as texts that people read; what is undefined after was not touched. */
export function changesFrom(before: Facts, after: Facts): Changes {
  const changed = Object.entries(after).flatMap(([field, value]) => {
    const [was, is] = [textOf(before[field]), textOf(value)]
    return value === undefined || was === is ? [] : [[field, { before: was, after: is }] as const]
  })
  return Object.fromEntries(changed)
}

function textOf(value: Facts[string]): string | boolean {
  if (typeof value === 'boolean') return value
  if (value instanceof Date) return value.toISOString()
  return String(value ?? '')
}

/** What a new object begins as; empty fields say nothing. */
export const madeAs = (facts: Facts): Changes => changesFrom({}, facts)
