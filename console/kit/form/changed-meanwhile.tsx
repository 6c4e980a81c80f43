import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#console/kit/ui/notice.tsx'
import styles from './form.module.css'

interface ChangedMeanwhileProps {
  /** What somebody else has saved, in words. */
  children: ReactNode
  /** Saving replaces the newer version by what is typed. */
  onKeep: () => void
  /** What is typed is given up for the newer version. */
  onTake: () => void
}

/** Says what somebody else has saved while the form was open, and asks which version goes on. */
export function ChangedMeanwhile({ children, onKeep, onTake }: ChangedMeanwhileProps): ReactNode {
  const { t } = useTranslation()
  return (
    <Notice role="alert">
      <p>{children}</p>
      <div className={styles['noticeButtons']}>
        <Button size="xs" variant="default" onClick={onKeep}>
          {t(($) => $.unsaved.keepMine)}
        </Button>
        <Button size="xs" variant="default" onClick={onTake}>
          {t(($) => $.unsaved.takeTheirs)}
        </Button>
      </div>
    </Notice>
  )
}
