import { z } from 'zod'
import { allCalls } from './contract.ts'
import { isSecret, unwrap } from './kit/wire.ts'

/** The names of all fields of requests and answers that are declared `secret` (`kit/wire.ts`). */
export function secretFields(): ReadonlySet<string> {
  return (known ??= new Set(
    allCalls().flatMap(({ call }) =>
      [call.query, call.body, call.answer.schema].flatMap((schema) => secretsIn(schema)),
    ),
  ))
}
let known: ReadonlySet<string> | undefined

function secretsIn(schema: z.ZodType | undefined, depth = 0): string[] {
  if (!schema || depth > 4) return []
  const inner = unwrap(schema) as z.ZodType & { shape?: Record<string, z.ZodType> }
  return Object.entries(inner.shape ?? {}).flatMap(([name, field]) =>
    isSecret(field) ? [name] : secretsIn(field, depth + 1),
  )
}
