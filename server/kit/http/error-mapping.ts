import { Fault } from '#contract/faults.ts'
import { PasswordQueueFull } from '#server/kit/auth/password.ts'
import { constraintFault } from './constraint-faults.ts'

/** Maps an error to the fault of the answer. An unknown error becomes `internal`; only the log has its details. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  const refused = constraintFault(error)
  if (refused) return refused
  if (error instanceof PasswordQueueFull) return new Fault('signInBusy')
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code.startsWith('FST_ERR_CTP_BODY_TOO_LARGE')) return new Fault('tooLarge')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Fault('wrongType')
  if (code.startsWith('FST_ERR_CTP') || error instanceof SyntaxError) return new Fault('invalidRequest')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new Fault('notFound')
  if (isUnavailable(error, code)) return new Fault('unavailable', { cause: error })
  return new Fault('internal', { cause: error })
}

/** The database is unreachable, restarting, overloaded or slow: nothing was changed and a retry is right. */
function isUnavailable(error: unknown, code: string): boolean {
  if (/^(57P0|57014|55P03|08|40001|40P01|53|ECONN|EPIPE|ETIMEDOUT|25P0[13]|ENOSPC|EDQUOT|EMFILE|ENFILE)/.test(code))
    return true
  const text = error instanceof Error ? error.message : ''
  return /timeout|Connection terminated|Client has encountered a connection error|the transaction was rolled back|not queryable|cached plan must not change/i.test(
    text,
  )
}
