import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/SegmentedControl.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#console/kit/ui/code-block.tsx'
import { receiverSamples, type SampleLanguage } from './receiver-samples.ts'
import styles from './webhooks.module.css'

/** The code of a receiver, in the language that the reader chooses. */
export function SampleCode(): ReactNode {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<SampleLanguage>('Node.js')
  const code = receiverSamples[language]
  return (
    <>
      <SegmentedControl
        aria-label={t(($) => $.recipe.language)}
        className={styles['languages'] ?? ''}
        size="xs"
        dir="ltr"
        data={Object.keys(receiverSamples)}
        value={language}
        onChange={(next) => setLanguage(next as SampleLanguage)}
      />
      <CodeBlock
        code={code}
        label={t(($) => $.recipe.sample)}
        copy={{ text: code, label: t(($) => $.recipe.copySample) }}
      />
    </>
  )
}
