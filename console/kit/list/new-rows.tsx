import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeKind } from '#contract/changes.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './list.module.css'

interface NewRowsProps {
  kind: ChangeKind
  count: number
  onShow: () => void
}

/** Says that there are new rows, and shows them on a press. */
export function NewRows({ kind, count, onShow }: NewRowsProps): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="status" className={styles['newRows']}>
      {count > 0 && (
        <Button
          variant="light"
          size="compact-sm"
          leftSection={<Icon name="up" size={12} />}
          onClick={() => {
            onShow()
            document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
          }}
        >
          {t(($) => $.list.newRows[kind], { count })}
        </Button>
      )}
    </div>
  )
}
