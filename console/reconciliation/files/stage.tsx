import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconFileRow } from '#contract/recon-files.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'

type Underway = Pick<ReconFileRow, 'stage' | 'rows_read' | 'bytes_read' | 'size_bytes'>

/** How far a file is that is being read: its stage, and rows or the part of it while it is read. */
export function Stage({
  of: { stage, rows_read: rows, bytes_read: bytes, size_bytes: size },
}: {
  of: Underway
}): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (stage === '') return null
  const word = t(($) => $.reconFiles.stages[stage])
  if (stage !== 'reading' || rows === 0) return <span>{word}</span>
  const percent = Math.min(99, Math.floor((bytes / size) * 100))
  return <span>{t(($) => $.reconFiles.readSoFar, { stage: word, rows: numberText(rows, language), percent })}</span>
}
