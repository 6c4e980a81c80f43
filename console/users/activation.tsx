import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listUserChanges, listUsers, readUser, updateUser, type SubUser } from '#contract/users.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

/** Asks for confirmation before a user is deactivated or activated. */
export function Activation({ user, onClose }: { user: SubUser; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(updateUser, { refreshes: [readUser, listUsers, listUserChanges] })
  const name = isolated(user.name)
  const decide = async () => {
    const body = { is_active: !user.is_active, revision: user.revision }
    const outcome = await act({ path: { id: user.subUserUuid }, body })
    if (outcome.ok) onClose()
  }
  return (
    <Confirm
      title={t(($) => $.users[user.is_active ? 'deactivateTitle' : 'reactivateTitle'], { name })}
      confirm={t(($) => $.users[user.is_active ? 'deactivate' : 'reactivate'])}
      danger={user.is_active}
      pending={pending}
      onConfirm={() => void decide()}
      onClose={onClose}
    >
      <p>{t(($) => $.users[user.is_active ? 'deactivateText' : 'reactivateText'])}</p>
      {error && <FormFailure error={error} />}
    </Confirm>
  )
}
