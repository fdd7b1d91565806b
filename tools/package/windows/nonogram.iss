; The installer for Windows, made by Inno Setup 6.3 or newer of a frozen program:
;
;   ISCC /DVersion=1.0.0 tools\package\windows\nonogram.iss
;
; /DProgram=FOLDER names the frozen program (build\package\frozen\nonogram-helper), /DOutput=FOLDER
; where the installer is put (dist). It installs for one user, without an administrator, and leaves
; the player's data (%LOCALAPPDATA%\nonogram-helper) alone, also when the program is removed.
;
; Not run yet: see "Windows and macOS" in docs/maintainers/packaging.md.

#ifndef Version
  #error The version is missing: ISCC /DVersion=1.0.0 nonogram.iss
#endif
#ifndef Root
  #define Root AddBackslash(SourcePath) + "..\..\.."
#endif
#ifndef Program
  #define Program Root + "\build\package\frozen\nonogram-helper"
#endif
#ifndef Output
  #define Output Root + "\dist"
#endif
#define Name "Nonogram Helper"
#define Id "io.github.nonogram_helper.NonogramHelper"
#define Window "nonogram-helper.exe"
#define Notices Program + "\licenses\NOTICES.txt"

[Setup]
AppId={#Id}
AppName={#Name}
AppVersion={#Version}
AppVerName={#Name} {#Version}
AppPublisher=The Nonogram Helper authors
VersionInfoVersion={#Version}
DefaultDirName={autopf}\{#Name}
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
; No choice of an administrator's installation: its files would belong to somebody else.
PrivilegesRequiredOverridesAllowed=
; The frozen program is for x86_64, which Windows on ARM runs, too.
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile={#Root}\LICENSE
#ifexist Notices
InfoBeforeFile={#Notices}
#endif
OutputDir={#Output}
OutputBaseFilename=nonogram-helper-{#Version}-windows-x86_64
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
SetupIconFile={#Root}\tools\package\nonogram-helper.ico
UninstallDisplayIcon={app}\{#Window}
UninstallDisplayName={#Name}
; Running windows are closed, and save by themselves.
CloseApplications=yes
RestartApplications=no
ChangesAssociations=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"
Name: "ja"; MessagesFile: "compiler:Languages\Japanese.isl"
Name: "pl"; MessagesFile: "compiler:Languages\Polish.isl"

[Tasks]
Name: "desktop"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "associate"; Description: "{cm:AssocFileExtension,{#Name},.non}"
Name: "associatepacks"; Description: "{cm:AssocFileExtension,{#Name},.nonpack}"

[InstallDelete]
; An older version may have had other files in it.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Program}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\{#Name}"; Filename: "{app}\{#Window}"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\{#Window}"; Tasks: desktop

[Registry]
; What the files are, and what opens them; offered in "Open with" in any case.
Root: HKA; Subkey: "Software\Classes\{#Id}.Puzzle"; ValueType: string; ValueName: ""; ValueData: "Nonogram"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#Id}.Puzzle\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\{#Window},0"
Root: HKA; Subkey: "Software\Classes\{#Id}.Puzzle\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\{#Window}"" ""%1"""
Root: HKA; Subkey: "Software\Classes\{#Id}.Pack"; ValueType: string; ValueName: ""; ValueData: "Nonogram collection"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#Id}.Pack\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\{#Window},0"
Root: HKA; Subkey: "Software\Classes\{#Id}.Pack\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\{#Window}"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.non\OpenWithProgids"; ValueType: string; ValueName: "{#Id}.Puzzle"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.nonpack\OpenWithProgids"; ValueType: string; ValueName: "{#Id}.Pack"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Applications\{#Window}\SupportedTypes"; ValueType: string; ValueName: ".non"; ValueData: ""; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\{#Window}\SupportedTypes"; ValueType: string; ValueName: ".nonpack"; ValueData: ""
; A double click opens them, if the player wants that.
Root: HKA; Subkey: "Software\Classes\.non"; ValueType: string; ValueName: ""; ValueData: "{#Id}.Puzzle"; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.nonpack"; ValueType: string; ValueName: ""; ValueData: "{#Id}.Pack"; Tasks: associatepacks

[Run]
Filename: "{app}\{#Window}"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent

[Code]
{ A double click that another program has taken in the meantime stays with that program. }
procedure Forget(Extension, Kind: String);
var
  Key, Current: String;
begin
  Key := 'Software\Classes\' + Extension;
  if RegQueryStringValue(HKA, Key, '', Current) and (Current = Kind) then
    RegDeleteValue(HKA, Key, '');
end;

procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
begin
  if CurUninstallStep = usUninstall then
  begin
    Forget('.non', '{#Id}.Puzzle');
    Forget('.nonpack', '{#Id}.Pack');
  end;
end;
