import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import dialogue from './dialogue.module.css'
import { useReturnFocus } from './use-return-focus.ts'

interface ConfirmProps {
  /** The question: 'Cancel this payment link?' */
  title: string
  /** What will happen, in full. */
  children: ReactNode
  /** The act in a word or two, never 'OK'. */
  confirm: string
  /** What leaves things as they are; 'Cancel' unless that is the act itself. */
  keep?: string
  danger?: boolean
  pending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an act that cannot be taken back, naming what will happen. */
export function Confirm({
  title,
  children,
  confirm,
  keep,
  danger,
  pending,
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
          <Button {...(danger ? { color: 'red.8' } : {})} loading={pending ?? false} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
