import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { homeOf } from '#contract/menu.ts'
import type { Challenge } from '#contract/session.ts'
import type { SsoOutcome } from '#contract/sso.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import { ownPath } from '#console/kit/routing/redirect-from.ts'
import { ScreenLink, useGoTo } from '#console/kit/routing/screen-link.tsx'
import { accessOf, openSession, useSessionState } from '#console/kit/auth/session.ts'
import { broadcast } from '#console/kit/auth/tabs.ts'
import { LinkIdentity } from './link-identity.tsx'

const FactorForm = lazy(() => import('./factor-form.tsx'))

/**
 * The outcome of a single sign-on: a session and the wanted address, or the step that is required first.
 * @param tenant the tenant; empty after a link in a mail.
 */
export function Outcome({ outcome, tenant }: { outcome: SsoOutcome; tenant: string }): ReactNode {
  const { t } = useTranslation()
  const [now, setNow] = useState(outcome)
  const state = useSessionState()
  const goTo = useGoTo()
  const returnTo = 'return_to' in now ? now.return_to : ''
  useEffect(() => {
    if ('token' in now) void openSession(now)
    if (!('proved' in now)) return
    broadcast('proved')
    window.close()
  }, [now])
  const entered = state.phase === 'signedIn' ? state.session.user : null
  const home = entered && homeOf(accessOf(entered))
  useEffect(() => {
    if (home && !('proved' in now)) void goTo(ownPath(returnTo, location.origin) ?? home)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once there is a session
  }, [home])

  if ('proved' in now)
    return (
      <Entry title={t(($) => $.sso.provedTitle)}>
        <p role="status">{t(($) => $.sso.provedText)}</p>
        <ScreenLink to="generalSettings">{t(($) => $.session.goHome)}</ScreenLink>
      </Entry>
    )
  if ('linkToken' in now)
    return (
      <Entry title={t(($) => $.sso.linkTitle)}>
        <LinkIdentity tenant={tenant} linkToken={now.linkToken} providerEmail={now.provider_email} onOutcome={setNow} />
      </Entry>
    )
  if ('challenge' in now)
    return (
      <Entry title={t(($) => $.session.factorTitle)}>
        <Suspense>
          <FactorForm
            challenge={now as Challenge}
            onBack={() => void goTo(tenant ? `/login/tenant/${tenant}` : '/login')}
          />
        </Suspense>
      </Entry>
    )
  return <Entry title={t(($) => $.sso.signingIn)}>{null}</Entry>
}
