import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './list.module.css'

const pauseMs = 300

/** The search box of a list. It applies the text when typing pauses; `/` focuses it (`shortcuts.ts`). */
export function ListSearch({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const tell = useRef(onChange)
  tell.current = onChange
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => {
      setTyped(null)
      if (typed.trim() !== value) tell.current(typed.trim())
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <TextInput
      type="search"
      className={styles['search']}
      aria-label={t(($) => $.list.search)}
      placeholder={t(($) => $.list.search)}
      leftSection={<Icon name="search" />}
      rightSection={<kbd className={styles['kbd']}>/</kbd>}
      rightSectionPointerEvents="none"
      maxLength={limits.searchLength}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
