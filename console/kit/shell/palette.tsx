import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'
import { OverScreen } from '#console/kit/ui/over-screen.tsx'
import styles from './palette.module.css'
import { usePaletteItems, type PaletteItem } from './palette-items.tsx'

/** The palette: one field that finds screens, objects by their references, and acts. */
export default function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const wanted = usePaused(typed.trim())
  const { items, searching } = usePaletteItems(typed.trim(), wanted)
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, items.length - 1)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const run = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) setChosen((at + move + items.length) % Math.max(1, items.length))
    else if (event.key === 'Home' && event.ctrlKey) setChosen(0)
    else if (event.key === 'End' && event.ctrlKey) setChosen(items.length - 1)
    else if (event.key === 'Enter') run(items[at])
    else return
    event.preventDefault()
  }
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <OverScreen label={t(($) => $.palette.title)} onClose={onClose}>
      <div className={styles['field']}>
        <Icon name="search" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={items[at] && `${id}-${at}`}
          aria-autocomplete="list"
          aria-label={t(($) => $.palette.title)}
          placeholder={t(($) => $.palette.placeholder)}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t(($) => $.palette.title)}
        className={styles['list']}
      >
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <div className={styles['group']} aria-hidden="true">
              {group}
            </div>
            {items.map((item, index) =>
              item.group === group ? (
                <div
                  key={item.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className={styles['item']}
                  onMouseMove={() => setChosen(index)}
                  onClick={() => run(item)}
                >
                  <Icon name={item.icon} />
                  <span className={styles['text']}>
                    <bdi className={styles['name']}>{item.title}</bdi>
                    {item.about && <span className={styles['about']}>{item.about}</span>}
                  </span>
                  {item.note && <span className={styles['note']}>{item.note}</span>}
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
      <div role="status" className={items.length === 0 ? styles['empty'] : 'visually-hidden'}>
        {searching
          ? t(($) => $.app.loading)
          : items.length === 0
            ? t(($) => $.palette.nothing)
            : t(($) => $.palette.count, { count: items.length })}
      </div>
    </OverScreen>
  )
}

const pauseMs = 150
/** The typed text, debounced. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
