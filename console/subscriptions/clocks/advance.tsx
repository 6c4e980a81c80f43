import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { advanceTestClock, listTestClocks, readTestClock, type TestClock } from '#contract/test-clocks.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { ofSubscriptions } from '../calls.ts'
import styles from './clocks.module.css'
import { laterBy, steps } from './steps.ts'

/** Asks to which time a clock is advanced. */
export function Advance({ clock, onClose }: { clock: TestClock; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const words = useCalendarWords()
  const timeZone = useTimeZone()
  const callForm = useCallForm(advanceTestClock, {
    initial: { to: laterBy(clock.time, { frequency: 1, period: 'M' }) },
    path: { ref: clock.clock_ref },
    toBody: ({ to }) => ({ to }),
    check: ({ to }) => (to === '' ? [{ path: 'to', reason: 'required', text: '' }] : []),
    refreshes: [readTestClock, listTestClocks, ...ofSubscriptions],
    onDone: onClose,
  })
  const { form } = callForm
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.testClocks.advanceTitle)}
      submit={t(($) => $.testClocks.advance)}
      onClose={onClose}
    >
      <p>{t(($) => $.testClocks.advanceText)}</p>
      <div className={styles['steps']} role="group" aria-label={t(($) => $.testClocks.by)}>
        {steps.map((step) => (
          <Button
            key={step.period}
            size="compact-sm"
            variant="default"
            onClick={() => form.setFieldValue('to', laterBy(clock.time, step))}
          >
            {words.span(step)}
          </Button>
        ))}
      </div>
      <MomentInput
        label={t(($) => $.testClocks.to)}
        description={t(($) => $.invoiceForm.scheduledHint, { zone: isolatedLtr(timeZone) })}
        timeZone={timeZone}
        {...form.getInputProps('to')}
      />
    </FormDialogue>
  )
}
