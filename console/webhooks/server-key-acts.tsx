import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listServerKeys, revokeServerKey, type NewServerKey, type ServerKey } from '#contract/server-keys.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Nothing } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { EditServerKey, RotateServerKey } from './server-key-form.tsx'
import styles from './webhooks.module.css'

/** What may be done with a key that is neither over nor revoked. */
export function ServerKeyActs({ of, onFresh }: { of: ServerKey; onFresh: (key: NewServerKey) => void }): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'revoke' | null>(null)
  const { act, pending } = useAction(revokeServerKey, { refreshes: [listServerKeys] })
  const close = () => setAsked(null)
  const revoke = async () => {
    await act({ path: { key_id: of.key_id } })
    close()
  }
  if (of.state !== 'active') return <Nothing />
  const name = { name: isolated(of.name) }
  return (
    <span className={styles['acts']}>
      <Offered rule="webhooks">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t(($) => $.serverKeys.editOf, name)}
          onClick={() => setAsked('edit')}
        >
          {t(($) => $.webhooks.edit)}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t(($) => $.serverKeys.rotateOf, name)}
          onClick={() => setAsked('rotate')}
        >
          {t(($) => $.keys.rotate)}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t(($) => $.serverKeys.revokeOf, name)}
          onClick={() => setAsked('revoke')}
        >
          {t(($) => $.serverKeys.revoke)}
        </Button>
      </Offered>
      {asked === 'edit' && <EditServerKey of={of} onClose={close} />}
      {asked === 'rotate' && (
        <RotateServerKey
          of={of}
          onMade={(key) => {
            close()
            onFresh(key)
          }}
          onClose={close}
        />
      )}
      {asked === 'revoke' && (
        <Confirm
          title={t(($) => $.serverKeys.revokeTitle)}
          confirm={t(($) => $.serverKeys.revoke)}
          keep={t(($) => $.serverKeys.keep)}
          danger
          pending={pending}
          onConfirm={() => void revoke()}
          onClose={close}
        >
          {t(($) => $.serverKeys.revokeText, name)}
        </Confirm>
      )}
    </span>
  )
}
