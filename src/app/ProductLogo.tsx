/** A slide with stacked sections, drawn in the accent colour. */
export function ProductLogo() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="var(--mantine-primary-color-filled)"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
    >
      <rect x="3" y="3" width="18" height="18" rx="4" />
      <path d="M3 9.5h18M3 14.5h18" opacity=".55" />
      <path d="M12 3v18" />
    </svg>
  );
}
