import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import styles from './invoices.module.css'

export interface Refused {
  key?: string
  name: string
  reason: string
}

/** Which of several invoices an act was refused for, and why. */
export function Outcomes({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.invoices.notDone, { count: refused.length })}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        <RefusedList refused={refused} />
        <div className={dialogue['buttons']}>
          <Button onClick={onClose}>{t(($) => $.confirm.close)}</Button>
        </div>
      </div>
    </Modal>
  )
}

/** What was refused, and why. */
export function RefusedList({ refused }: { refused: readonly Refused[] }): ReactNode {
  return (
    <ul className={styles['refused']}>
      {refused.map(({ key, name, reason }) => (
        <li key={key ?? name}>
          <bdi>{name}</bdi>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
