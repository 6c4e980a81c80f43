import type { Changes } from '#server/kit/ctx.ts'

type Facts = Readonly<Record<string, string | boolean | number | Date | null | undefined>>

/** The fields that differ, as readable texts; a field that is undefined in `after` was not touched. */
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

/** The changes that create an object; empty fields are left out. */
export const madeAs = (facts: Facts): Changes => changesFrom({}, facts)
