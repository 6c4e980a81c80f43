import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingReading } from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { AmountsFurther } from './amounts-further.tsx'
import { Cuts } from './cuts.tsx'
import { LinesApart } from './lines-apart.tsx'
import { LeftOut, TypesWhen } from './rules-part.tsx'
import { StatedParts } from './stated.tsx'
import type { PartProps } from './use-mapping.ts'
import styles from '../configuration.module.css'

interface AdvancedFoldProps extends PartProps {
  sample: ReconSample | null
  /** How the layout of the mapping reads. */
  layout: MappingReading | undefined
}
const parts = ['skip', 'types_when', 'cuts', 'sections', 'proof', 'no_reference', 'dates', 'net_currency']
const wordsMost = 50

/** What few mappings need, folded away until one of it is refused. */
export function Advanced({ sample, layout, ...part }: AdvancedFoldProps): ReactNode {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isRefused = Object.keys(part.errors).some((path) => parts.some((name) => `${path}.`.startsWith(`reading.${name}.`)))
  // It stays open once something in it was refused: what is typed there must not fold away.
  if (isRefused && !isOpen) setOpen(true)
  /** The words of a column among the first rows of the sample. */
  const wordsOf = (column: string | number): string[] => {
    const at = typeof column === 'number' ? column - 1 : (sample?.headers.indexOf(column) ?? -1)
    const words = (sample?.rows ?? []).map(({ cells }) => cells[at]?.trim() ?? '')
    return [...new Set(words)].filter((word) => word !== '').slice(0, wordsMost)
  }
  const all = { ...part, layout, wordsOf }
  return (
    <FormSection title={t(($) => $.reconConfiguration.advanced.title)} folded={!isOpen}>
      <p className={`${styles['about']} ${styles['whole']}`}>{t(($) => $.reconConfiguration.advanced.text)}</p>
      <LeftOut {...all} />
      <Cuts {...part} />
      <TypesWhen {...all} />
      <LinesApart {...all} />
      <StatedParts {...all} />
      <AmountsFurther {...all} />
    </FormSection>
  )
} // prettier-ignore
