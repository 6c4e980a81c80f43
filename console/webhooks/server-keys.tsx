import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listServerKeys, type NewServerKey, type ServerKey } from '#contract/server-keys.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { LastUse } from './secret.tsx'
import { ScopeList } from './scopes.tsx'
import { ServerKeyActs } from './server-key-acts.tsx'
import { CreateServerKey } from './server-key-form.tsx'
import styles from './webhooks.module.css'

/** Keys of the merchant's servers, each with scopes, networks and an end of its own. */
export function ServerKeys(): ReactNode {
  const { t } = useTranslation()
  const keys = useCall(listServerKeys, {})
  const [creating, setCreating] = useState(false)
  const [fresh, setFresh] = useState<NewServerKey | null>(null)
  const made = (key: NewServerKey) => {
    setCreating(false)
    setFresh(key)
  }
  return (
    <Section
      title={t(($) => $.serverKeys.title)}
      end={
        <Offered rule="webhooks">
          <Button variant="default" size="xs" onClick={() => setCreating(true)}>
            {t(($) => $.serverKeys.create)}
          </Button>
        </Offered>
      }
    >
      <p className={styles['prose']}>{t(($) => $.serverKeys.text)}</p>
      {fresh && <Fresh fresh={fresh} onStored={() => setFresh(null)} />}
      <div className={styles['below']}>
        {keys.data ? <Table keys={keys.data} onFresh={setFresh} /> : <Unanswered query={keys} lines={3} />}
      </div>
      {creating && <CreateServerKey onMade={made} onClose={() => setCreating(false)} />}
    </Section>
  )
}

/** A new key, shown until the user has stored it or leaves the tab. */
function Fresh({ fresh, onStored }: { fresh: NewServerKey; onStored: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['fresh']} role="status">
      <h3>{t(($) => $.serverKeys.freshTitle, { name: isolated(fresh.name) })}</h3>
      <p>{t(($) => $.security.freshText)}</p>
      <div className={styles['secret']}>
        <bdi dir="ltr" className={styles['value']}>
          {fresh.server_key}
        </bdi>
        <CopyButton text={fresh.server_key} label={t(($) => $.serverKeys.copy)} />
        <Button onClick={onStored}>{t(($) => $.security.stored)}</Button>
      </div>
    </div>
  )
}

function Table({ keys, onFresh }: { keys: ServerKey[]; onFresh: (key: NewServerKey) => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <SmallTable
      rows={keys}
      rowKey={(key) => key.key_id}
      nothing={t(($) => $.serverKeys.nothing)}
      columns={[
        { name: 'name', kind: 'text', cell: (key) => <Name of={key} /> },
        { name: 'status', kind: 'status', place: 'value', cell: (key) => <Status of="serverKey" state={key.state} /> },
        { name: 'scopes', kind: 'text', place: 'more', cell: (key) => <ScopeList of={key} /> },
        { name: 'networks', kind: 'text', place: 'more', cell: (key) => <Networks of={key} /> },
        { name: 'expires_at', kind: 'time', place: 'more', cell: (key) => <Ends of={key} /> },
        { name: 'last_used_at', kind: 'time', place: 'more', cell: (key) => <LastUse of={key} /> },
        { name: 'actions', kind: 'text', place: 'more', cell: (key) => <ServerKeyActs of={key} onFresh={onFresh} /> },
      ]}
    />
  )
}

const Name = ({ of }: { of: ServerKey }): ReactNode => (
  <span>
    <bdi>{of.name}</bdi>
    <span className={styles['middle']}>
      <LeftToRight>{of.key_id}</LeftToRight>
    </span>
  </span>
)
const Networks = ({ of }: { of: ServerKey }): ReactNode => {
  const { t } = useTranslation()
  return of.networks.length > 0 ? <LeftToRight>{of.networks.join(', ')}</LeftToRight> : t(($) => $.serverKeys.anywhere)
}
function Ends({ of }: { of: ServerKey }): ReactNode {
  const { t } = useTranslation()
  const { expires_at: end, previous_valid_until: old } = of
  return (
    <span>
      {end === null ? t(($) => $.serverKeys.noEnd) : <Time at={end} zoned />}
      {old !== null && (
        <span className={styles['middle']}>
          {t(($) => $.serverKeys.oldUntil)} <Time at={old} zoned />
        </span>
      )}
    </span>
  )
}
