import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { finishSso, type SsoOutcome } from '#contract/sso.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import { useGo, useScreenParam } from '#console/kit/routing/screen-link.tsx'
import { CallError, sendCall } from '#console/kit/api/send-call.ts'
import { Outcome } from './sso-outcome.tsx'

/**
 * The redirect address of the identity provider. The parameters are removed from the address at once and used once.
 */
export default function SsoCallback(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const tenant = useScreenParam('tenant')
  const [query] = useState(takeQuery)
  const [outcome, setOutcome] = useState<SsoOutcome | null>(null)
  useEffect(() => {
    finishOnce(tenant, query).then(setOutcome, (error: unknown) => {
      const request = error instanceof CallError ? error.requestId : ''
      void go({ to: 'authError', search: { tenant, request }, replace: true })
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, on mount
  }, [])
  if (outcome) return <Outcome outcome={outcome} tenant={tenant} />
  return (
    <Entry title={t(($) => $.sso.signingIn)}>
      <p role="status">{t(($) => $.sso.checking)}</p>
    </Entry>
  )
}

/** Sent without retries, since the authorisation code is valid once. */
const finishOnce = (tenant: string, query: string) => sendCall(finishSso, { path: { tenant }, body: { query } }, {})

function takeQuery(): string {
  const query = location.search
  history.replaceState(history.state, '', location.pathname)
  return query
}
