import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createTestClock, listTestClocks } from '#contract/test-clocks.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'

/** Makes a clock, and opens it. */
export function NewClock({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const timeZone = useTimeZone()
  const callForm = useCallForm(createTestClock, {
    initial: { name: '', time: '' },
    toBody: ({ name, time }) => ({ name, time }),
    refreshes: [listTestClocks],
    onDone: ({ answer }) => void go({ to: 'subscriptions', search: { tab: 'clocks', clock: answer.clock_ref } }),
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.testClocks.create)}
      submit={t(($) => $.testClocks.createSubmit)}
      onClose={onClose}
    >
      <p>{t(($) => $.testClocks.createText)}</p>
      <TextInput
        label={t(($) => $.testClocks.name)}
        dir="auto"
        maxLength={60}
        data-autofocus
        required
        {...form.getInputProps('name')}
      />
      <MomentInput
        label={t(($) => $.testClocks.begins)}
        description={t(($) => $.testClocks.beginsHint, { zone: isolatedLtr(timeZone) })}
        timeZone={timeZone}
        {...form.getInputProps('time')}
      />
    </FormDialogue>
  )
}
