import { Radio, type RadioGroupProps } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './radio-choices.module.css'
import '#console/kit/form/radio-styles.ts'

interface RadioChoicesProps extends Omit<RadioGroupProps, 'children'> {
  choices: readonly { value: string; label: string; description?: string }[]
}

/** One of a few choices, each with what it means where its name does not say it. */
export const RadioChoices = ({ choices, ...group }: RadioChoicesProps): ReactNode => (
  <Radio.Group {...group}>
    <div className={styles['choices']}>
      {choices.map((choice) => (
        <Radio key={choice.value} {...choice} />
      ))}
    </div>
  </Radio.Group>
)
