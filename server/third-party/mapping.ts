import { fieldFault } from '#contract/faults.ts'
import { dateFormats, ThirdPartyMapping } from '#contract/third-party-mapping.ts'
import type { KeptMapping } from '#server/db/kept-mapping.ts'

/**
 * How a sheet is read: as the upload says, else as its source was last read, else by the titles that are known, with the dates of
 * ISO 8601 in the merchant's zone. Throws `invalidRequest` for what is no mapping.
 */
export function mappingOf(text: string, known: KeptMapping | undefined, merchantZone: string): KeptMapping {
  const given = text === '' ? {} : parsed(text)
  return {
    columns: { ...known?.columns, ...withoutUndefined(given.columns ?? {}) },
    date_format: given.date_format ?? known?.date_format ?? dateFormats[0],
    time_zone: given.time_zone ?? known?.time_zone ?? merchantZone,
    statuses: given.statuses ?? known?.statuses ?? {},
  }
}

function parsed(text: string): ThirdPartyMapping {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal('wrong_type')
  }
  const mapping = ThirdPartyMapping.safeParse(value)
  if (mapping.success && Object.keys(mapping.data.statuses ?? {}).length <= statusesMost) return mapping.data
  throw refusal(mapping.success ? 'too_many' : 'wrong_type')
}
const statusesMost = 100
const refusal = (reason: string) =>
  fieldFault('invalidRequest', 'mapping', reason, 'This is not how a sheet can be read.')

const withoutUndefined = (columns: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).filter((entry): entry is [string, string] => entry[1] !== undefined))
