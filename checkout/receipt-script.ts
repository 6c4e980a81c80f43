/** The one thing that the receipt's page cannot do without a script. */
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
