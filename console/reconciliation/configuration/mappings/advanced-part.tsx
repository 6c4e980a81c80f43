import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { SheetFault } from '#console/kit/ui/sheet.tsx'
import styles from '../configuration.module.css'

interface AdvancedPartProps {
  title: string
  text: string
  example: string
  /** Adds a line. */
  add?: { label: string; onAdd: () => void }
  /** What is refused of all of it. */
  fault?: string | undefined
  children: ReactNode
}

/** One thing that few mappings need: what it is for, an example, and its lines. */
export const AdvancedPart = ({ title, text, example, add, fault = '', children }: AdvancedPartProps): ReactNode => (
  <section className={styles['whole']}>
    <div className={styles['partHead']}>
      <h3>{title}</h3>
      {add && (
        <Button size="xs" variant="default" onClick={add.onAdd}>
          {add.label}
        </Button>
      )}
    </div>
    <p className={styles['about']}>
      {text} {example}
    </p>
    {children}
    <SheetFault fault={fault} />
  </section>
)
