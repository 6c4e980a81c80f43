import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateFeeConfigMetadata } from '#contract/recon-intake.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { intakeReads, useIntakeOf, type Intake } from './use-intake.ts'

/** Asks before the server, its password and its pinned key are forgotten. */
export function RemoveServer({ intake, onClose }: { intake: Intake; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { path, environment } = useIntakeOf(intake.channel_key)
  const { act, pending, error } = useAction(updateFeeConfigMetadata, { refreshes: intakeReads })
  const remove = async () => {
    const body = { environment, update_action: 'UPDATE_SFTP_DETAILS', config_data: { sftp_link: '' } } as const
    if ((await act({ path, body })).ok) onClose()
  }
  return (
    <Confirm
      danger
      title={t(($) => $.reconIntake.removeTitle, { host: isolatedLtr(intake.sftp.host) })}
      confirm={t(($) => $.reconIntake.removeServer)}
      pending={pending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{t(($) => $.reconIntake.removeText)}</p>
      <FieldFailure error={error} />
    </Confirm>
  )
}
