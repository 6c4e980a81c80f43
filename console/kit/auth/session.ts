import { useSyncExternalStore } from 'react'
import type { Flags, Role } from '#contract/access.ts'
import { requestFaults } from '#contract/faults-of-requests.ts'
import type { Call, WireOutput } from '#contract/kit/call.ts'
import { isCurrency, type Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { readSession, resumeSession, signOut as signOutCall } from '#contract/session.ts'
import type { CurrentUser, Session } from '#contract/session.ts'
import { sessionEndIn, type SessionEnd } from '#contract/session-ends.ts'
import { stopWaiting, waitForServer } from './server-wait.ts'
import { clearSessionMark, hasSessionMark, setSessionMark } from './session-mark.ts'
import { preloadedAnswer } from './session-preload.ts'
import { adoptLanguage } from '#console/kit/i18n/i18n.ts'
import { queryClient } from '#console/kit/api/query-client.ts'
import { CallError, sendCall, type CallInput, type Sending } from '#console/kit/api/send-call.ts'
import { secureHashHolds } from './sign.ts'
import { onTabEvent, broadcast } from './tabs.ts'

/**
 * The session's state in this tab. `lost` was signed in and no longer is; `forged` means that the user's record does not fit
 * its `secure_hash`. The token is kept here, in memory, and nowhere else.
 */
export type SessionState =
  | { phase: 'unknown' | 'signedOut' | 'lost' | 'locked' }
  | { phase: 'signedIn' | 'forged'; session: Session }

let state: SessionState = { phase: 'unknown' }
let lastUser: CurrentUser | null = null
let resuming: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Why the last session of this tab ended; null while one goes on, and where the user has signed out here. */
let ended: SessionEnd | null = null
export const sessionEnd = (): SessionEnd | null => ended
/** The end that an answer 401 tells of; a session that ended for an unknown reason has ended all the same. */
const endIn = ({ errors }: CallError): SessionEnd => sessionEndIn(errors) ?? 'expired'

export const sessionState = (): SessionState => state
export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function setState(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

/** The state as soon as it is known: after a reload the session is resumed by its cookie. */
export async function settledSession(): Promise<SessionState> {
  if (state.phase === 'unknown') await (resuming ??= resume({}, preloadedAnswer()))
  return state
}
/** As {@link settledSession}, but asks for a session only where there may be one: for screens that need none. */
export const likelySession = async (): Promise<SessionState> =>
  hasSessionMark() || resuming ? await settledSession() : state

/** Only the server's 401 means that there is no session; after any other answer, and after none, it is asked again. */
async function resume(body: { environment?: Environment }, answer?: Promise<Response>): Promise<void> {
  let sending = answer ? { answer } : {}
  for (let failures = 0; ; failures++) {
    try {
      await openSession(await sendCall(resumeSession, { body }, sending))
      return stopWaiting()
    } catch (error) {
      if (error instanceof CallError && error.status === 401) {
        stopWaiting()
        resuming = null
        return endedBy(error)
      }
    }
    sending = {}
    await waitForServer(failures)
  }
}
function endedBy(error: CallError): void {
  if (error.reason === requestFaults.sessionLocked.reason) return setState({ phase: 'locked' })
  clearSessionMark()
  ended = sessionEndIn(error.errors)
  setState({ phase: 'signedOut' })
}

/** Starts or renews the session from the server's answer, after checking the integrity of the user's record. */
export async function openSession(session: Session): Promise<void> {
  const same = sameUser(lastUser, session.user)
  if (!same) queryClient.clear()
  const wasLocked = state.phase === 'locked'
  const before = lastUser
  lastUser = session.user
  const whole = await isWhole(session.user, session.signing_key)
  // What the server said before the user chose another is said again until it has heard.
  if (!same || before?.language !== session.user.language) await adoptLanguage(session.user.language)
  ended = null
  setSessionMark()
  setState({ phase: whole ? 'signedIn' : 'forged', session })
  // Calls while the session was locked have failed.
  if (wasLocked && same) void queryClient.invalidateQueries()
}

/** Locks this tab and the other tabs; the caller has locked the session at the server. */
export function lockHere(): void {
  if (state.phase !== 'signedIn') return
  setState({ phase: 'locked' })
  broadcast('locked')
}
/** Unlocks the session in every tab, with the server's answer to the password. */
export async function unlockHere(session: Session): Promise<void> {
  await openSession(session)
  broadcast('unlocked')
}
onTabEvent((event) => {
  if (event === 'locked' && state.phase === 'signedIn') setState({ phase: 'locked' })
  if (event === 'unlocked' && state.phase === 'locked') void resume({})
  if (event === 'signedOut' && 'session' in state) lose('signed_out')
})
function lose(why: SessionEnd): void {
  ended = why
  setState({ phase: 'lost' })
}
const sameUser = (before: CurrentUser | null, now: CurrentUser) =>
  before?.subUserUuid === now.subUserUuid &&
  before.merchantUuid === now.merchantUuid &&
  before.is_live_mode === now.is_live_mode &&
  String(before.viewing_as) === String(now.viewing_as)
/** Whether the hash of both covers the same, so that only another key tells them apart. */
const sameFacts = (user: CurrentUser, known: CurrentUser) =>
  user.iamportKey === known.iamportKey && String(user.roles) === String(known.roles)
const isWhole = (user: CurrentUser, signingKey: string) =>
  secureHashHolds(
    { key: user.iamportKey, environment: environmentOf(user), roles: user.roles },
    user.secure_hash,
    signingKey,
  )

/** Reads the user's record again; a lost, locked or forged session shows in {@link sessionState}. */
export async function refreshUser(): Promise<void> {
  const before = state
  if (before.phase !== 'signedIn') return
  try {
    const { user } = await callAsUser(readSession, {})
    if (state.phase !== 'signedIn' || state.session.token !== before.session.token) return
    // Another tab has switched the session's environment, or the merchant's secret was replaced, and so the key of the hash.
    const known = state.session
    const isSwitched = user.is_live_mode !== known.user.is_live_mode
    if (isSwitched || (sameFacts(user, known.user) && !(await isWhole(user, known.signing_key)))) await resume({})
    else await openSession({ ...state.session, user })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

/** Switches the session's environment and keeps the viewed roles. Throws CallError when the user may not. */
export async function switchEnvironment(environment: Environment): Promise<void> {
  const viewing = state.phase === 'signedIn' ? state.session.user.viewing_as : null
  await openSession(await sendCall(resumeSession, { body: { environment } }, {}))
  if (viewing) await (await import('./view-as.ts')).viewAsRoles(viewing)
}

/** Returns from viewed roles to the user's own. Throws CallError. */
export async function leaveView(): Promise<void> {
  await openSession(await sendCall(resumeSession, { body: {} }, {}))
}

/**
 * Ends the session here and on the server, where it may have ended already; a reloaded tab resumes its session first.
 */
export async function endSession(): Promise<void> {
  const settled = await likelySession()
  if ('session' in settled) {
    await sendAs(settled.session, signOutCall, {}).catch(() => undefined)
    ended = null
    broadcast('signedOut')
  }
  queryClient.clear()
  clearStorage(localStorage)
  setState({ phase: 'signedOut' })
}

/** Removes the user's data from the storage, except the date ranges that have to be kept. */
export function clearStorage(storage: Pick<Storage, 'key' | 'length' | 'removeItem'>): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) if (!key.startsWith(reconDatesKey)) storage.removeItem(key)
}
/** The prefix of the storage keys of reconciliation's saved date ranges. */
export const reconDatesKey = 'recon-dates'

/** Sends a call with the user's session. */
export async function callAsUser<C extends Call>(
  call: C,
  input: CallInput<C>,
  sending: Omit<Sending, 'credentials' | 'merchant'> = {},
): Promise<WireOutput<C>> {
  return await asUser((session) => sendAs(session, call, input, sending))
}

/** The credentials of the session, for a request in the user's name. */
export const identity = ({ token, user }: Session, actingFor = ''): Sending => ({
  credentials: { token, subUserUuid: user.subUserUuid, clientKey: user.iamportKey },
  merchant: actingFor || user.merchantUuid,
  actingFor,
})

/** Runs work with the user's session. A session that is found lost or locked shows in {@link sessionState}. */
export async function asUser<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const session = signedInSession()
  try {
    return await work(session)
  } catch (error) {
    const current = state.phase === 'signedIn' && state.session.token === session.token
    if (current && error instanceof CallError && error.status === 401) {
      if (error.reason === requestFaults.sessionLocked.reason) lockHere()
      else lose(endIn(error))
    }
    throw error
  }
}
function sendAs<C extends Call>(session: Session, call: C, input: CallInput<C>, sending: Sending = {}) {
  return sendCall(call, input, { ...sending, ...identity(session, sending.actingFor) })
}
function signedInSession(): Session {
  if (state.phase === 'signedIn') return state.session
  const { reason, text } = requestFaults.sessionLost
  throw new CallError(text, { status: 401, reason, errors: [], requestId: '' })
}

/** The signing key of the session. */
export const signingKey = (): string => signedInSession().signing_key

/** The roles and flags that the access rules check. */
export const accessOf = (user: CurrentUser): { roles: readonly Role[]; flags: Flags } => ({
  roles: user.roles,
  flags: {
    master: user.is_master_merchant,
    crossBorder: user.cross_border_enabled,
    onboarded: user.onboarding_completed,
    reconAnalytics: user.recon_analytics_enabled,
    reconDashboard: user.recon_dashboard_enabled,
    reconReports: user.recon_reports_enabled,
  },
})
export const environmentOf = (user: CurrentUser): Environment => (user.is_live_mode ? 'live' : 'sandbox')
/** The merchant's own currency; USD for an unknown one, by the specification. */
export const currencyOf = (user: CurrentUser): Currency => (isCurrency(user.currency) ? user.currency : 'USD')

export const useSessionState = (): SessionState => useSyncExternalStore(onSessionChange, sessionState)
/** The user who was signed in last since the page was loaded. */
export const userBefore = (): CurrentUser | null => lastUser
/** Whether anybody has signed in since the page was loaded. */
export const hasUser = (): boolean => lastUser !== null
export function useHasUser(): boolean {
  useSessionState()
  return hasUser()
}
/** The signed-in user; while a session ends, the last one, so that the screen can still be drawn. */
export function useUser(): CurrentUser {
  useSessionState()
  if (!lastUser) throw new Error('a guarded screen without a user')
  return lastUser
}
