/**
 * SHA-256 of every prompt text ever used, by version. A run records only the version, so a version's text must never
 * change. To change a text, raise the version in its file's first line (for `rules.txt`: in both prompts that include
 * it) and add the new hash here.
 */
export const publishedVersions: Readonly<Record<string, string>> = {
  'generate-sql-1': '6b2b27c63e654859a37a890946432219cfb67ebd7737b5693e3cf178186d36e0',
  'repair-sql-1': '1f67a22025a7fddbaba2d745e71a7bad82edb6352546a72081e9e179700823de',
  'generate-sql-2': 'd17110da39f64d9ae879927fd870e47bcd19d0e68e503c52400cc82ad669f3d5',
  'repair-sql-2': '31a3bf9753b82b3324d44dd5a6f2fd24fbad2d6f0b86c455d53d8ca4ec267808',
  'answer-1': '72c645b9e5f2ad3470204c8f8260ec2662863601256e8b2904297fe5f2e9e8dd',
  'tuned-sql-1': 'bb31446689394e693321133b5a413fceb49a99c8ecbb953def24ffc74a1644d4',
};
