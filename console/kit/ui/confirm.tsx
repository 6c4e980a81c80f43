import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import dialogue from './dialogue.module.css'
import { useReturnFocus } from './use-return-focus.ts'

interface ConfirmProps {
  /** The question: 'Cancel this payment link?' */
  title: string
  /** The consequence, in full. */
  children: ReactNode
  /** The label of the confirming button: the act, never 'OK'. */
  confirm: string
  /** The label of the other button; 'Cancel' unless cancelling is the act itself. */
  keep?: string
  danger?: boolean
  pending?: boolean
  /** Something has to be chosen before. */
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation of an act that cannot be undone. */
export function Confirm({
  title,
  children,
  confirm,
  keep,
  danger,
  pending,
  disabled,
  onConfirm,
  onClose,
}: ConfirmProps): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}>
      <div className={dialogue['body']}>
        <div>{children}</div>
        <div className={dialogue['buttons']}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {keep ?? t(($) => $.confirm.cancel)}
          </Button>
          <Button
            {...(danger ? { color: 'red.8' } : {})}
            loading={pending ?? false}
            disabled={disabled ?? false}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
