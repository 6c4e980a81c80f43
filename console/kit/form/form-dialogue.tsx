import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { FormFailure } from './form-screen.tsx'
import type { CallForm } from './use-call-form.ts'

interface FormDialogueProps extends Omit<CallForm<object>, 'form'> {
  title: string
  /** The words of the button that sends the form. */
  submit: string
  size?: 'lg'
  /** Stands at the end of the window, as high as it, for a longer form. */
  side?: true
  onClose: () => void
  /** The words of the button that closes it; 'Cancel' unless cancelling is the act itself. */
  keep?: string
  /** What it does cannot be undone. */
  danger?: true
  /** A further button, before the others. */
  beside?: ReactNode
  children: ReactNode
}

/** The form of one call in a dialogue: its fields, what failed, and the buttons. Focus returns to what opened it. */
export function FormDialogue(props: FormDialogueProps): ReactNode {
  const { title, submit, size, side, onSubmit, pending, failure, onClose, keep, danger, beside, children } = props
  const { t } = useTranslation()
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      {...(size && { size })}
      {...(side && { classNames: { inner: dialogue['side'] ?? '', content: dialogue['sideContent'] ?? '' } })}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <form noValidate className={dialogue['body']} onSubmit={onSubmit}>
        {children}
        {failure && <FormFailure error={failure} />}
        <div className={dialogue['buttons']}>
          {beside}
          <Button variant="default" onClick={onClose}>
            {keep ?? t(($) => $.confirm.cancel)}
          </Button>
          <Button type="submit" {...(danger ? { color: 'red.8' } : {})} loading={pending}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
