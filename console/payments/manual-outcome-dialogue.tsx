import { Button, Modal, Radio, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import '#console/kit/form/radio-styles.ts'

export interface WordValues {
  status: string
  reason: string
}
interface ManualOutcomeDialogueProps {
  title: string
  /** The consequence, in full. */
  text: string
  choices: readonly { value: string; label: string }[]
  form: UseFormReturnType<WordValues>
  onSubmit: (event?: SyntheticEvent<HTMLFormElement>) => void
  pending: boolean
  failure: CallError | null
  onClose: () => void
}

/** Asks for an outcome that no provider confirms, and for its evidence. */
export function ManualOutcomeDialogue(props: ManualOutcomeDialogueProps): ReactNode {
  const { t } = useTranslation()
  const { form } = props
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <form noValidate className={dialogue['body']} onSubmit={props.onSubmit}>
        <p>{props.text}</p>
        <Radio.Group label={t(($) => $.word.how)} {...form.getInputProps('status')}>
          {props.choices.map(({ value, label }) => (
            <Radio key={value} mt={6} value={value} label={label} />
          ))}
        </Radio.Group>
        <Textarea
          label={t(($) => $.word.evidence)}
          description={t(($) => $.word.evidenceHint)}
          dir="auto"
          autosize
          minRows={2}
          maxLength={limits.evidenceLength}
          required
          {...form.getInputProps('reason')}
        />
        {props.failure && <FormFailure error={props.failure} />}
        <div className={dialogue['buttons']}>
          <Button variant="default" onClick={props.onClose}>
            {t(($) => $.confirm.cancel)}
          </Button>
          <Button type="submit" loading={props.pending}>
            {t(($) => $.word.save)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
