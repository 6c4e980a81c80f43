import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readSecretState, rotateSecret } from '#contract/secret-rotation.ts'
import { overlapHours } from '#contract/server-keys.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { refreshUser } from '#console/kit/auth/session.ts'

/** Asks how long the old secret stays good, and shows the new one. */
export function Rotate({
  onRotated,
  onClose,
}: {
  onRotated: (secret: string) => void
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const choices = useOverlaps()
  const { form, ...rest } = useCallForm(rotateSecret, {
    initial: { overlap_hours: '24' },
    toBody: (values) => ({ overlap_hours: Number(values.overlap_hours) }),
    refreshes: [readSecretState],
    onDone: ({ answer }) => {
      onRotated(answer.iamportSecret)
      // The session's own key is derived from the secret.
      void refreshUser()
    },
  })
  return (
    <FormDialogue
      title={t(($) => $.keys.rotateTitle)}
      submit={t(($) => $.keys.rotate)}
      danger
      {...rest}
      onClose={onClose}
    >
      <p>{t(($) => $.keys.rotateText)}</p>
      <Select
        data-autofocus
        label={t(($) => $.keys.overlap)}
        description={t(($) => $.keys.overlapHint)}
        allowDeselect={false}
        data={choices}
        {...form.getInputProps('overlap_hours')}
      />
    </FormDialogue>
  )
}

/** How long what is replaced may stay good, as choices. */
export function useOverlaps(): { value: string; label: string }[] {
  const { t } = useTranslation()
  return overlapHours.map((count) => ({
    value: String(count),
    label: count === 0 ? t(($) => $.keys.noOverlap) : t(($) => $.keys.hours, { count }),
  }))
}
