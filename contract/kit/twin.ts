import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { At, CallSpec } from './call.ts'
import { exportColumns, masterColumns } from './columns.ts'
import { merchantRef } from './refs.ts'
import { entity, record } from './wire.ts'

type Shaped = { shape: Record<string, z.ZodType> }

/**
 * The twin of a call, for a master over several of its merchants: the same body with `merchant_keys`, by default all
 * merchants; the same rows with their merchant. It has the call's own handler.
 */
export function twinOf(spec: CallSpec, at: At): CallSpec {
  // A master's server reaches no merchant but its own.
  const { masterAt: _, server: __, keyScope: ___, answer, ...call } = spec
  // The only path parameter is the master.
  const params = Object.fromEntries([...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, merchantRef()]))
  const rest = { ...call, params }
  const { shape } = spec.body as unknown as Shaped
  if (answer.form === 'spreadsheet') {
    const columns = [...answer.columns, ...Object.keys(masterColumns)]
    const body = record({ ...shape, merchant_keys: merchantKeys(), columns: exportColumns(columns) })
    return { ...rest, at, across: true, body, answer: { ...answer, columns } }
  }
  if (answer.form !== 'page') throw new Error(`${spec.at} has no rows to be told apart`)
  const row = entity({ ...(answer.schema as unknown as Shaped).shape, ...whose })
  return {
    ...rest,
    at,
    across: true,
    body: record({ ...shape, merchant_keys: merchantKeys() }),
    answer: { ...answer, schema: row },
  }
}

/** The field of the merchants of a call over several. */
export const merchantKeys = () => z.array(merchantRef()).min(1).max(limits.merchantsAtOnce).optional()

/** The merchant of a row, by the names of {@link masterColumns}. */
const whose = { merchant_key: z.string(), merchant_name: z.string(), merchant_email: z.string() }

/** The operation id of a call's twin. */
export type TwinName<Name extends string> = `${Name}OfMerchants`
export const twinName = <Name extends string>(name: Name): TwinName<Name> => `${name}OfMerchants`
