import type { z } from 'zod'
import { rules } from '#contract/access.ts'
import type { FaultName } from '#contract/faults.ts'
import type { CallSpec } from './call.ts'
import { isFile, onlyReads, repeatOf } from './call-facts.ts'
import { unwrap } from './wire.ts'

/**
 * Every fault that a call may answer: its own `faults`, and those of the gate and the kit that follow from its
 * declaration. A call declares only the faults of its handler. Any other fault is a defect, which tests answer as
 * `internal`.
 */
export function faultsOf(call: CallSpec): ReadonlySet<FaultName> {
  const { who } = rules[call.access]
  const repeat = repeatOf(call)
  return new Set<FaultName>([
    ...always,
    ...(who === 'anyone' && !call.orUser ? [] : ofCallers(call)),
    ...(repeat === 'safe' ? [] : (['keyReused', 'inProgress'] as const)),
    ...(repeat === 'required' ? (['idempotencyKeyRequired'] as const) : []),
    ...(call.signed ? (['invalidSignature'] as const) : []),
    ...(hasAmount(call.body) ? (['invalidAmount'] as const) : []),
    ...(call.file ? (['invalidFile', 'fileTooLarge', 'uploadsBusy'] as const) : []),
    ...(call.answer.form === 'page' || call.answer.form === 'dataPage' ? (['pageTooDeep'] as const) : []),
    ...(isFile(call.answer) ? (['tooManyExports'] as const) : []),
    ...(call.faults ?? []),
  ])
}

/** Faults of every call: the request's form, rate limits, and failures of the server. */
const always = ['invalidRequest', 'notFound', 'tooLarge', 'wrongType', 'tooFast', 'internal', 'unavailable'] as const

/** Faults of the caller's session and rights. A shopper has neither. */
function ofCallers(call: CallSpec): FaultName[] {
  if (rules[call.access].who === 'shopper') return []
  return [
    'sessionLost',
    ...(call.server ? (['serverTokenInvalid', 'scopeMissing'] as const) : (['notForServers'] as const)),
    'sessionLocked',
    'denied',
    'invalidEnvironment',
    ...(call.unverified ? [] : (['emailNotVerified'] as const)),
    ...(call.beforeTwoStep ? [] : (['twoStepRequired'] as const)),
    ...(onlyReads(call) || call.whileViewing ? [] : (['viewingAs'] as const)),
    ...(call.stepUp ? (['stepUpRequired'] as const) : []),
    ...(call.secondFactor ? (['secondFactorRequired'] as const) : []),
  ]
}

function hasAmount(schema: z.ZodType | undefined): boolean {
  const shape = (schema as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}
  return Object.values(shape).some((field) => {
    const inner = unwrap(field)
    return inner.meta()?.['money'] !== undefined || hasAmount(inner)
  })
}
