import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { rules } from '#contract/access.ts'
import { historyAt } from '#contract/audit-actions.ts'
import type { Call, WireOutput } from '#contract/kit/call.ts'
import { useActingFor } from './acting-for.tsx'
import { isPassing } from './query-client.ts'
import { CallError, sendCall, type CallInput, type Sending } from './send-call.ts'
import { callAsUser, signingKey } from './session.ts'
import { signWithSessionKey } from './sign.ts'
import { signedParams } from './signed-params.ts'
import { proveAgain } from './step-up.ts'
import { toastFailure, toastSuccess } from './toast.ts'
import { failureText, wireWord } from './words.ts'

export interface ReadOptions {
  /** Not yet, when false. */
  enabled?: boolean
  /** Shows the answer to the input before, dimmed, until the new one is there. */
  keepPrevious?: boolean
  /** Asks again every so often while the screen is visible. */
  everyMs?: number
}

/** Reads: the answer to a call, kept under the call and its input. */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  { enabled = true, keepPrevious = false, everyMs }: ReadOptions = {},
): UseQueryResult<WireOutput<C>, CallError> {
  const client = useQueryClient()
  const acting = useActingFor()
  const actingFor = call.personal ? '' : acting
  const queryKey = [call.at, input, actingFor]
  return useQuery<WireOutput<C>, CallError>({
    queryKey,
    queryFn: async ({ signal }) => {
      // What is there already and asked for once more, nobody has asked for.
      const background = client.getQueryData(queryKey) !== undefined
      return (await ask(call, input, { signal, actingFor, background })) ?? (null as WireOutput<C>)
    },
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  })
}

/** In the user's name, or in nobody's where the call needs no session. */
const ask = <C extends Call>(call: C, input: CallInput<C>, sending: Sending): Promise<WireOutput<C>> =>
  rules[call.access].who === 'anyone' ? sendCall(call, input, sending) : callAsUser(call, input, sending)

export type Outcome<C extends Call> = { ok: true; answer: WireOutput<C> } | { ok: false; error: CallError }
export interface Action<C extends Call> {
  /** Does it and says how it went; failures have already been shown as the call's `onFailure` says. Never throws. */
  act: (input: CallInput<C>) => Promise<Outcome<C>>
  pending: boolean
  /** The last failure, for calls that show it in the form. */
  error: CallError | null
  reset: () => void
}

/**
 * Acts: sends a call when told to, signed when it is to be signed, with one idempotency key per intent. `refreshes` are
 * the reading calls whose answers it outdates; `quiet` leaves it to the screen to show the notice.
 */
export function useAction<C extends Call>(
  call: C,
  { refreshes = [], quiet = false }: { refreshes?: readonly Call[]; quiet?: boolean } = {},
): Action<C> {
  const client = useQueryClient()
  const [intent] = useState(intentKeys)
  const acting = useActingFor()
  const actingFor = call.personal ? '' : acting
  const mutation = useMutation<WireOutput<C>, CallError, CallInput<C>>({
    mutationFn: async (input) => {
      const idempotencyKey = intent.of(input)
      return await provenAgain(async () => await ask(call, await signed(call, input), { idempotencyKey, actingFor }))
    },
    retry: (failures, error) => failures < 2 && error.status === 0,
    retryDelay: (failures) => 500 * 2 ** failures,
    onSettled: (_, error) => {
      if (!error || !staysOpen(error)) intent.close()
    },
  })
  const act = async (input: CallInput<C>): Promise<Outcome<C>> => {
    try {
      const answer = await mutation.mutateAsync(input)
      if (call.notice && !quiet) toastSuccess(wireWord('notices', call.notice))
      const outdated = [...refreshes.map(({ at }) => at), ...(call.audit ? [historyAt] : [])]
      for (const at of outdated) void client.invalidateQueries({ queryKey: [at] })
      return { ok: true, answer }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if ((call.onFailure ?? 'toast') === 'toast' && error.status !== 401 && error.reason !== stepUpReason)
        toastFailure(failureText(error), error.requestId)
      return { ok: false, error }
    }
  }
  return { act, pending: mutation.isPending, error: mutation.error, reset: mutation.reset }
}

/** The answer is not known, or the same request is still being worked on: sending it again is the same intent. */
const staysOpen = (error: CallError) =>
  isPassing(error) || error.status >= 500 || error.reason === 'REQUEST_IN_PROGRESS'

/** One key per input until the intent is closed. */
export function intentKeys() {
  let open: { input: string; key: string } | null = null
  return {
    of(input: unknown): string {
      const text = JSON.stringify(input, named)
      if (open?.input !== text) open = { input: text, key: crypto.randomUUID() }
      return open.key
    },
    close(): void {
      open = null
    },
  }
}

/** A file has no text of its own; which one it is shows in these. */
const named = (_name: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

async function signed<C extends Call>(call: C, input: CallInput<C>): Promise<CallInput<C>> {
  if (!call.signed) return input
  const { body } = input as { body: Record<string, unknown> }
  const signature = await signWithSessionKey(signedParams(call, body), signingKey())
  return { ...(input as object), body: { ...body, [call.signedIn ?? 'signature_hash']: signature } } as CallInput<C>
}

const stepUpReason = 'STEP_UP_REQUIRED'
/** Does it; when a fresh proof of who is there is asked for, asks the user and does it once more. */
async function provenAgain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const asked = error instanceof CallError && error.reason === stepUpReason
    if (!asked || !(await proveAgain())) throw error
    return await work()
  }
}
