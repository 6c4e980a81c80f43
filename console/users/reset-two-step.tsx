import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { resetTwoStep } from '#contract/factors.ts'
import { listUserChanges, listUsers, readUser, type SubUser } from '#contract/users.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

/** Asks for confirmation before a user's second factors are removed. */
export function ResetTwoStep({ user, onClose }: { user: SubUser; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(resetTwoStep, { refreshes: [readUser, listUsers, listUserChanges] })
  const reset = async () => {
    await act({ path: { sub_user_id: user.subUserUuid } })
    onClose()
  }
  return (
    <Confirm
      title={t(($) => $.users.resetTwoStepTitle, { name: isolated(user.name) })}
      confirm={t(($) => $.users.resetTwoStep)}
      danger
      pending={pending}
      onConfirm={() => void reset()}
      onClose={onClose}
    >
      {t(($) => $.users.resetTwoStepText)}
    </Confirm>
  )
}
