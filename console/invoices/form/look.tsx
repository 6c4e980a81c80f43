import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { invoiceLooks } from '#contract/invoice-parts.ts'
import { colourForm } from '#contract/page-colours.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import styles from './invoice-editor.module.css'

interface LookProps {
  /** The inputs of the form by the parts of the look. */
  input: (part: 'design' | 'color') => Record<string, unknown>
  color: string
  onColor: (color: string) => void
}

/** The layout of the document and its colour. */
export function LookInputs({ input, color, onColor }: LookProps): ReactNode {
  const { t } = useTranslation()
  const own = input('color')
  return (
    <>
      <NativeSelect
        label={t(($) => $.invoiceForm.design)}
        data={[
          { value: '', label: t(($) => $.invoiceForm.designOwn) },
          ...invoiceLooks.map((value) => ({ value, label: codeWord('invoiceLooks', value) })),
        ]}
        {...input('design')}
      />
      <div className={styles['colour']}>
        <TextInput label={t(($) => $.invoiceForm.color)} dir="ltr" maxLength={7} placeholder="#0f766e" {...own} />
        <input
          type="color"
          aria-label={t(($) => $.invoiceForm.color)}
          disabled={own['disabled'] === true}
          value={colourForm.test(color) ? color.toLowerCase() : '#0f766e'}
          onChange={(event) => onColor(event.currentTarget.value)}
        />
      </div>
    </>
  )
}

export const LookSection = (props: LookProps): ReactNode => {
  const { t } = useTranslation()
  return (
    <FormSection title={t(($) => $.invoiceForm.look)} folded>
      <LookInputs {...props} />
    </FormSection>
  )
}
