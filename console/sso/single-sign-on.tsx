import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readSso, removeSso, type Sso } from '#contract/sso-connection.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import detail from '#console/kit/details/detail.module.css'
import { Section } from '#console/kit/details/detail.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { History } from '#console/kit/details/history.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { Addresses } from './addresses.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { Linked } from './linked.tsx'
import styles from './sso.module.css'

/** The merchant's single sign-on: the connection, its addresses and the linked identities. */
export default function SingleSignOn(): ReactNode {
  const { t } = useTranslation()
  const { merchantUuid } = useUser()
  const { data, error, refetch } = useCall(readSso, {})
  return (
    <Screen name="singleSignOn">
      {data ? (
        // The key fills the form anew after each saved revision.
        <Connection key={data.connection?.revision ?? 'none'} sso={data} />
      ) : (
        <Unanswered query={{ error, refetch }} lines={10} />
      )}
      {data?.connection && <History object="single-sign-on" objectRef={merchantUuid} />}
      {data?.connection && (
        <Section title={t(($) => $.sso.remove)}>
          <Remove required={data.connection.required} />
        </Section>
      )}
    </Screen>
  )
}

function Connection({ sso }: { sso: Sso }): ReactNode {
  const { t } = useTranslation()
  const [tenant, setTenant] = useState(sso.connection?.tenant_id ?? sso.suggested_tenant_id)
  return (
    <>
      <p className={styles['lead']}>{t(($) => $.sso.lead)}</p>
      <p role="status" className={styles['state']} data-on={sso.connection?.enabled || undefined}>
        <Icon name={sso.connection?.enabled ? 'check' : 'warning'} size={14} />
        {t(($) => (sso.connection ? (sso.connection.enabled ? $.sso.stateOn : $.sso.stateOff) : $.sso.stateNone))}
      </p>
      <div className={detail['columns']}>
        <ConnectionForm sso={sso} onTenant={setTenant} />
        <Addresses origin={sso.origin} tenant={tenant} />
      </div>
      {sso.connection && (
        <div className={styles['more']}>
          <Section title={t(($) => $.sso.linked)}>
            <Linked identities={sso.identities} />
          </Section>
        </div>
      )}
    </>
  )
}

function Remove({ required }: { required: boolean }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { act, pending } = useAction(removeSso, { refreshes: [readSso] })
  const remove = async () => {
    await act({})
    setAsking(false)
  }
  return (
    <div className={styles['remove']}>
      <p>{required ? t(($) => $.sso.removeRequiredText) : t(($) => $.sso.removeText)}</p>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(($) => $.sso.remove)}
      </Button>
      {asking && (
        <Confirm
          title={t(($) => $.sso.removeTitle)}
          confirm={t(($) => $.sso.remove)}
          danger
          pending={pending}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          {t(($) => $.sso.removeText)}
        </Confirm>
      )}
    </div>
  )
}
