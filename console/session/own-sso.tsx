import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readOwnSso, unlinkSso } from '#contract/sso.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { refreshUser } from '#console/kit/auth/session.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import styles from './profile.module.css'

/** The user's identity at their business' provider; draws nothing where the business has none. */
export function OwnSso(): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readOwnSso, {})
  const [asking, setAsking] = useState(false)
  const { act, pending } = useAction(unlinkSso, { refreshes: [readOwnSso] })
  if (!data?.tenant) return null
  const { tenant, identity } = data
  const unlink = async () => {
    await act({})
    setAsking(false)
    void refreshUser()
  }
  return (
    <Section
      title={t(($) => $.screens.singleSignOn)}
      end={
        identity && (
          <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
            {t(($) => $.sso.unlink)}
          </Button>
        )
      }
    >
      {identity ? (
        <Facts
          facts={[
            [t(($) => $.sso.provider), <LeftToRight key="issuer">{tenant.issuer}</LeftToRight>],
            [t(($) => $.sso.subject), <LeftToRight key="subject">{identity.subject}</LeftToRight>],
            [t(($) => $.sso.linkedSince), <Time key="since" at={identity.created_at} />],
            [t(($) => $.sso.lastUsed), <Time key="used" at={identity.last_used_at} />],
          ]}
        />
      ) : (
        <p className={styles['hint']}>{t(($) => $.sso.notLinked, { company: tenant.company_name })}</p>
      )}
      {asking && (
        <Confirm
          title={t(($) => $.sso.unlinkTitle)}
          confirm={t(($) => $.sso.unlink)}
          danger
          pending={pending}
          onConfirm={() => void unlink()}
          onClose={() => setAsking(false)}
        >
          {t(($) => $.sso.unlinkOwnText)}
        </Confirm>
      )}
    </Section>
  )
}
