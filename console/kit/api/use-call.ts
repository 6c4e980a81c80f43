import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { rules } from '#contract/access.ts'
import { historyAt } from '#contract/audit-history.ts'
import type { Call, WireOutput } from '#contract/kit/call.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { isRefused, isRetried, isTemporary, retryPauseMs } from './query-client.ts'
import { CallError, sendCall, type CallInput, type Sending } from './send-call.ts'
import { callAsUser, signingKey } from '#console/kit/auth/session.ts'
import { signWithSessionKey } from '#console/kit/auth/sign.ts'
import { needsSignature, signatureField, signedParams } from '#contract/kit/signed-params.ts'
import { askForStepUp } from '#console/kit/auth/step-up.ts'
import { toastFailure, toastSuccess } from '#console/kit/ui/toast.ts'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'

export interface ReadOptions {
  /** False to wait with the call. */
  enabled?: boolean
  /** Shows the answer to the previous input, dimmed, until the new answer has come. */
  keepPrevious?: boolean
  /** The screen itself listens to changes of what it shows. */
  held?: boolean
  /** The answer is of all objects that the call follows; known of lists. */
  ofAll?: boolean
  /** The interval of repeated calls while the screen is visible. */
  everyMs?: number
}

/** Reads the answer of a call, cached under the call and its input. */
export function useCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  {
    enabled = true,
    keepPrevious = false,
    held = false,
    ofAll = isOfAll(call, input as object),
    everyMs,
  }: ReadOptions = {},
): UseQueryResult<WireOutput<C>, CallError> {
  const client = useQueryClient()
  const acting = useActingFor()
  const actingFor = call.personal ? '' : acting
  const queryKey = [call.at, input, actingFor]
  const looksAgain = !call.sensitive // each look at something sensitive is in the audit log
  return useQuery<WireOutput<C>, CallError>({
    queryKey,
    queryFn: async ({ signal }) => {
      // A repeated call for cached data is a refresh, not the user's activity.
      const background = client.getQueryData(queryKey) !== undefined
      return (await ask(call, input, { signal, actingFor, background })) ?? (null as WireOutput<C>)
    },
    enabled,
    refetchOnWindowFocus: looksAgain,
    refetchOnReconnect: looksAgain && 'always',
    ...(call.follows ? { meta: { follows: call.follows, ofAll, held } } : {}),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  })
}

/** Whether the answer is about whatever objects there are: a list without the reference of an object that it belongs to. */
const isOfAll = (call: Call, input: object): boolean =>
  ((call.answer.form === 'page' || call.answer.form === 'dataPage') && !('path' in input)) ||
  Object.keys(input).length === 0

/** Returns a function that asks a call in the background, without keeping the answer. */
export function useLook<C extends Call>(call: C, input: CallInput<C>): () => Promise<WireOutput<C>> {
  const acting = useActingFor()
  return () => ask(call, input, { actingFor: call.personal ? '' : acting, background: true })
}

/** Sends a call with the user's session, or without one where the call needs none. */
const ask = <C extends Call>(call: C, input: CallInput<C>, sending: Sending): Promise<WireOutput<C>> =>
  rules[call.access].who === 'anyone' ? sendCall(call, input, sending) : callAsUser(call, input, sending)

export type Outcome<C extends Call> = { ok: true; answer: WireOutput<C> } | { ok: false; error: CallError }
export interface Action<C extends Call> {
  /**
   * Sends the call and returns its outcome; failures have already been shown as the call's `onFailure` says. Never
   * throws.
   */
  act: (input: CallInput<C>) => Promise<Outcome<C>>
  pending: boolean
  /** The last failure, for calls that show it in the form. */
  error: CallError | null
  reset: () => void
}

/**
 * Sends a call on `act`, signed where its declaration requires it, with one idempotency key per intent. `refreshes` are the
 * reading calls whose cached answers become stale; with `quiet` the screen shows the notice itself.
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
      return await withStepUp(async () => await ask(call, await signed(call, input), { idempotencyKey, actingFor }))
    },
    retry: (failures, error) => (error.status === 0 || isRefused(error)) && isRetried(failures, error),
    retryDelay: retryPauseMs,
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

/** Whether the outcome is unknown or the same request is still running: sending it again is the same intent. */
const staysOpen = (error: CallError) =>
  isTemporary(error) || error.status >= 500 || error.reason === 'REQUEST_IN_PROGRESS'

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

/** A JSON replacer: a file is represented by its properties, since it has no text of its own. */
const named = (_name: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

async function signed<C extends Call>(call: C, input: CallInput<C>): Promise<CallInput<C>> {
  const { body = {} } = input as { body?: Record<string, unknown> }
  if (!needsSignature(call, body)) return input
  const signature = await signWithSessionKey(signedParams(call, body), signingKey())
  return { ...(input as object), body: { ...body, [signatureField(call)]: signature } } as CallInput<C>
}

const stepUpReason = 'STEP_UP_REQUIRED'
/** Runs the work; when the server requires a step-up, asks the user for it and runs the work once more. */
async function withStepUp<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const asked = error instanceof CallError && error.reason === stepUpReason
    if (!asked || !(await askForStepUp())) throw error
    return await work()
  }
}
