import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { TagsInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface WordsInputProps {
  label: string
  value: readonly string[] | undefined
  /** Words that the sample has there. */
  found?: readonly string[]
  hint?: string
  error: string | undefined
  most?: number
  /** Undefined for no words. */
  onChange: (words: string[] | undefined) => void
}

/** Several words: those of the sample to choose from, and any other to type. */
export function WordsInput({
  label,
  value,
  found = [],
  hint,
  error,
  most = 200,
  onChange,
}: WordsInputProps): ReactNode {
  const { t } = useTranslation()
  return (
    <TagsInput
      label={label}
      description={hint}
      placeholder={value?.length ? '' : t(($) => $.reconConfiguration.advanced.typeWords)}
      data={[...new Set(found)].filter((word) => word !== '')}
      value={[...(value ?? [])]}
      maxTags={most}
      maxLength={200}
      splitChars={[]}
      acceptValueOnBlur
      error={error}
      onChange={(words) => onChange(words.length > 0 ? words : undefined)}
    />
  )
}
